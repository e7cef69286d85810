/** Reasons of other slices why a server doesn't allow an action now. */
export { reasonAgainst } from '../../slices/cloud/servers/web/reasonAgainst.ts';
