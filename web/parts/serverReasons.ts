/** Reasons from other slices why a server doesn't currently allow an action. */
export { reasonAgainst } from '../../slices/cloud/servers/web/reasonAgainst.ts';
