export type SpecRoute = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * Every call of product.md §7; methods as in wire.md where §7 leaves them open. `{a|b}` stands for one of several. A test compares this list
 * with the specification.
 */
const written = `
POST /api/auth/{log-in|sign-up|log-out|refresh-token|send-recovery-code|verify-recovery-code|reset-password}
POST /api/auth/{change-password|change-email|send-code-phone|validate-code|change-phone|admin/set-initial-password}
DELETE /api/auth/delete-account
GET /api/auth/session
DELETE /api/auth/session/{id}
GET /api/user
GET /api/user/{id}
GET /api/user/my-organization/{org}
GET /api/user/open-menu
GET /api/organization
POST /api/organization
GET /api/organization/my-organizations
POST /api/organization/{add-user|add-user-admin}
GET /api/organization/{data|selected}/{org}
PUT /api/organization/{org}
DELETE /api/organization/{org}
POST /api/organization/{org}/send-greeting
DELETE /api/organization/user/{userId}
PATCH /api/organization/user/{userId}/role
GET /api/lot/info/{org}
GET /api/lot/details/{id}
POST /api/lot/create/{org}
PUT /api/lot/order/{org}
DELETE /api/lot/delete/{org}/{lotId}
PUT /api/lot/edit/{org}
POST /api/lot/animal/{delete|update}/{id}
POST /api/lot/animal/transfer
POST /api/lot/record-deaths/{id}
GET /api/note/all/{org}
PUT /api/note/update/{id}
POST /api/note/create/{org}
POST /api/category/create/{org}
GET /api/animal-categories/{org}
POST /api/animal-categories/{org}
PUT /api/animal-categories/{org}/{id}
DELETE /api/animal-categories/{org}/{id}
GET /api/conversation
GET /api/conversation/{id}
GET /audio/{id}
POST /api/asset
GET /api/asset/{org}
POST /api/asset/{org}/batch
GET /api/asset/detail/{id}
PUT /api/asset/{id}
GET /api/movement/{all|last-10}/{org}
GET /api/movement/{id}
GET /api/movement/{rodeo|daily-weight-gain}/{org}/{rodeoId}
GET /api/movement/reproductive-cycle/{org}/{cycleId}
POST /api/rodeo/record-deaths/{org}
POST /api/movement/{load-rain|load-frost|load-buy|load-sell|load-recategorization|load-asset|load-medicine}/{org}
POST /api/movement/{load-transfer|load-treatment|load-birth|change-rodeo|treatment}/{org}
POST /api/movement/{pregnancy-diagnosis|birth|abortion|weaning|purchase|sell|death|weighing|consumption|recategorization}/{org}
POST /api/movement/{transfer/incoming|transfer/outgoing|rodeo/move}/{org}
POST /api/movement/weather/{rain|frost|extreme-temperature|hail}/{org}
PUT /api/movement/{purchase|sell|birth|death|recategorization|change-rodeo|weighing|abortion|consumption|weaning}/{org}/{id}
PUT /api/movement/transfer/{incoming|outgoing}/{org}/{id}
PUT /api/movement/weather/{rain|frost|extreme-temperature|hail}/{org}/{id}
PUT /api/movement/rodeo/move/{org}/{id}
PUT /api/movement/{edit-rain|edit-death|edit-buy|edit-sell|edit-frost|edit-treatment|edit-birth|edit-asset}/{org}/{id}
PUT /api/movement/{edit-medicine|edit-recategorization|edit-transfer|edit-rodeo}/{org}/{id}
DELETE /api/movement/delete/{org}/{movementId}
`;

export const specRoutes = written
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [all = '', names = ''] = /\{([^{}]*\|[^{}]*)\}/.exec(line) ?? [];
    return names.split('|').map((name) => line.replace(all, name) as SpecRoute);
  });

/** Ignores parameter names: `/api/asset/{id}` and `/api/asset/{org}` are equal. */
export const shapeOf = (route: string): string => route.replace(/\{\w+\}/g, '*');
