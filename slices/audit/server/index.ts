export { type DateRequest, readDatePage } from './datePage.ts';
export { listOwnAudit } from './ownLog.ts';
