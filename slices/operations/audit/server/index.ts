export { type DateRequest, readDatePage } from './datePage.ts';
