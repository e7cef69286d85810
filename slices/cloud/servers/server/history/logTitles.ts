import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

/** Titles of activity log entries written by tasks and the portal itself. */
export const logTitles: Readonly<Record<string, LocalizedText>> = {
  'server.addDisk': localize('logTitles.serverAddDisk'),
  'server.addNic': localize('logTitles.serverAddNic'),
  'server.connectNic': localize('logTitles.serverConnectNic'),
  'server.create': localize('logTitles.serverCreate'),
  'server.createSnapshot': localize('logTitles.serverCreateSnapshot'),
  'server.deleteSnapshot': localize('logTitles.serverDeleteSnapshot'),
  'server.growDisk': localize('logTitles.serverGrowDisk'),
  'server.moveNic': localize('logTitles.serverMoveNic'),
  'server.password': localize('logTitles.serverPassword'),
  'server.purge': localize('logTitles.serverPurge'),
  'server.removeDisk': localize('logTitles.serverRemoveDisk'),
  'server.removeNic': localize('logTitles.serverRemoveNic'),
  'server.resize': localize('logTitles.serverResize'),
  'server.restore': localize('logTitles.serverRestore'),
  'server.revertSnapshot': localize('logTitles.serverRevertSnapshot'),
  'server.terminate': localize('logTitles.serverTerminate'),
  'servers.changedByItself': localize('logTitles.serversChangedByItself'),
};
