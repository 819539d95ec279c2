import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Headers of trust.md §1.11. Never `Clear-Site-Data`: it would erase unsent records (row 108). */
const contentSecurity: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      connectSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      fontSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['default'],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
};

/** Pages may use camera, microphone and location (domain.md §2.1), nothing else (trust.md row 140). */
const permissions =
  'accelerometer=(), autoplay=(), bluetooth=(), camera=(self), display-capture=(), geolocation=(self), gyroscope=(), hid=(), ' +
  'magnetometer=(), microphone=(self), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';

/** Sets the headers on every answer. */
export async function secure(app: FastifyInstance): Promise<void> {
  await app.register(helmet, contentSecurity);
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', permissions);
  });
}
