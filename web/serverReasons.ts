/** What other slices say of a server that doesn't allow an action now. */
export { reasonAgainst } from '../slices/servers/web/reasonAgainst.ts';
