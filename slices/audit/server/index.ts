export { type DateRequest, readDatePage } from './datePage.ts';
export { auditMenu } from './menu.ts';
export { listOwnAudit } from './ownLog.ts';
export { auditRoutes } from './routes.ts';
