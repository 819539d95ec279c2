/** The session's calls (wire.md §Auth), apart from their schemas so that the session starts without these. */
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

/** wire.md §Sync. */
export const feedPath = '/api/sync/{org}';
