/** Where a session's own calls go (wire.md §Auth): known before what their answers look like is. */
export const sessionPaths = {
  signUp: '/api/auth/sign-up',
  logIn: '/api/auth/log-in',
  refreshToken: '/api/auth/refresh-token',
  logOut: '/api/auth/log-out',
  endLeftSessions: '/api/auth/left-sessions',
  user: '/api/user',
  myOrganizations: '/api/organization/my-organizations',
  createOrganization: '/api/organization',
} as const;

/** Where a farm's feed is read (wire.md §Sync). */
export const feedPath = '/api/sync/{org}';
