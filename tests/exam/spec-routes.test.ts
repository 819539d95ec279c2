import { describe, expect, test } from 'vitest';
import { recipes } from '../../src/exam/recipes.ts';
import { declarationOf } from '../../src/exam/recipe.ts';
import { shapeOf, specRoutes } from '../../src/exam/spec-routes.ts';

/**
 * The calls of product.md §7 in its own words, line by line: what stands in braces with bars is one of several. Methods that §7 leaves
 * open are those of wire.md.
 */
const section7 = `
POST /api/auth/{log-in|sign-up|log-out|refresh-token|send-recovery-code|verify-recovery-code|reset-password}
POST /api/auth/{change-password|change-email|send-code-phone|validate-code|change-phone|admin/set-initial-password}
DELETE /api/auth/delete-account
GET /api/auth/session
DELETE /api/auth/session/{id}
GET /api/user
GET /api/user/{id}
GET /api/user/my-organization/{id}
GET /api/user/open-menu
GET /api/organization
POST /api/organization
GET /api/organization/my-organizations
POST /api/organization/{add-user|add-user-admin}
GET /api/organization/{data|selected}/{id}
PUT /api/organization/{id}
DELETE /api/organization/{id}
POST /api/organization/{id}/send-greeting
DELETE /api/organization/user/{userId}
PATCH /api/organization/user/{userId}/role
GET /api/lot/{info|details}/{id}
POST /api/lot/create/{orgId}
PUT /api/lot/order/{orgId}
DELETE /api/lot/delete/{orgId}/{lotId}
PUT /api/lot/edit/{orgId}
POST /api/lot/animal/{delete|update}/{id}
POST /api/lot/animal/transfer
POST /api/lot/record-deaths/{id}
GET /api/note/all/{orgId}
PUT /api/note/update/{id}
POST /api/note/create/{id}
POST /api/category/create/{orgId}
GET /api/animal-categories/{orgId}
POST /api/animal-categories/{orgId}
PUT /api/animal-categories/{orgId}/{id}
DELETE /api/animal-categories/{orgId}/{id}
GET /api/conversation
GET /api/conversation/{id}
GET /audio/{id}
POST /api/asset
GET /api/asset/{orgId}
POST /api/asset/{orgId}/batch
GET /api/asset/detail/{id}
PUT /api/asset/{id}
GET /api/movement/{all|last-10}/{org}
GET /api/movement/{id}
GET /api/movement/{rodeo|reproductive-cycle|daily-weight-gain}/{org}/{rodeoId}
DELETE /api/movement/delete/{org}/{movementId}
POST /api/movement/{load-rain|load-frost|load-buy|load-sell|load-recategorization|load-asset|load-medicine|load-transfer}/{org}
POST /api/movement/change-rodeo/{org}
POST /api/rodeo/record-deaths/{org}
POST /api/movement/treatment/{org}
POST /api/movement/{pregnancy-diagnosis|birth|abortion|weaning|purchase|sell|death|weighing|consumption|recategorization}/{org}
POST /api/movement/transfer/{incoming|outgoing}/{org}
POST /api/movement/rodeo/move/{org}
POST /api/movement/weather/{rain|frost|extreme-temperature|hail}/{org}
PUT /api/movement/{purchase|sell|birth|death|recategorization|change-rodeo|weighing|abortion|consumption|weaning}/{org}/{movementId}
PUT /api/movement/transfer/{incoming|outgoing}/{org}/{id}
PUT /api/movement/weather/{rain|frost|extreme-temperature|hail}/{org}/{id}
PUT /api/movement/rodeo/move/{org}/{id}
PUT /api/movement/{edit-rain|edit-death|edit-buy|edit-sell|edit-frost|edit-treatment|edit-birth|edit-asset}/{org}/{id}
PUT /api/movement/{edit-medicine|edit-recategorization|edit-transfer|edit-rodeo|change-rodeo}/{org}/{id}
POST /api/movement/{load-treatment|load-birth}/{org}
`;

const choices = /\{([^{}]*\|[^{}]*)\}/;

/** A line as the calls that it stands for. */
function callsIn(line: string): string[] {
  const [all, names] = choices.exec(line) ?? [];
  return all && names ? names.split('|').flatMap((name) => callsIn(line.replace(all, name))) : [shapeOf(line)];
}

const wanted = [...new Set(section7.trim().split('\n').flatMap(callsIn))];
const examined = new Set(recipes.map(({ route }) => shapeOf(route)));

describe('The exam', () => {
  test('has a list of the specification’s calls that is the specification’s', () => {
    expect(specRoutes.map(shapeOf).toSorted()).toEqual(wanted.toSorted());
    expect(wanted.length).toBeGreaterThan(120);
  });

  test.each(specRoutes)('asks for %s', (route) => {
    expect([...examined]).toContain(shapeOf(route));
  });

  test.each(specRoutes)('knows from the contract what %s answers', (route) => {
    expect(declarationOf(route)).not.toBeNull();
  });

  test('asks for nothing that the specification does not name', () => {
    const named = new Set(specRoutes.map(shapeOf));
    expect([...examined].filter((route) => !named.has(route))).toEqual([]);
  });
});
