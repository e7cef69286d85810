/** Reasons from other slices why a server doesn't currently allow an action. */
export { unavailableReason } from '../../slices/cloud/servers/web/unavailableReason.ts';
