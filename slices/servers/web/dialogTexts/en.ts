export const dialogTexts = {
  startTitle_one: 'Start {name}?',
  startTitle_other: 'Start {count} servers?',
  startText: 'Running costs that stop while a server is off are charged again.',
  restoreTitle_one: 'Restore {name}?',
  restoreTitle_other: 'Restore {count} servers?',
  restoreText:
    'The server returns with its disks and snapshots and stays off. If its name or a private IP address is now in use, it gets a new one.',
  stopTitle_one: 'Stop {name}?',
  stopTitle_other: 'Stop {count} servers?',
  stopText:
    'The operating system is asked to shut down. Unsaved work is lost, and services on the server become unavailable.',
  stopSuspended: 'Currently suspended: {names}. The contents of their memory are lost.',
  force: 'Force stop (power off)',
  forceHint: 'For a server that doesn’t respond. Data not yet written to disk is lost.',
  forceStop: 'Force stop',
  rebootTitle_one: 'Restart {name}?',
  rebootTitle_other: 'Restart {count} servers?',
  rebootText:
    'The operating system shuts down and starts again. Unsaved work is lost, and services are briefly unavailable.',
  terminateTitle_one: 'Terminate {name}?',
  terminateTitle_other: 'Terminate {count} servers?',
  terminateText:
    'The server stops at once and loses the contents of its memory. Disks, snapshots, and public IP addresses stay in the Trash, and you can restore the server until it’s deleted permanently. Its name and private IP addresses become available to other servers right away.',
  terminateCost:
    'A server in the Trash costs nothing. A started hour is charged in full, the unused part of a prepaid month is credited, and existing backups are charged by size until you delete them.',
  purgeTitle_one: 'Delete {name} permanently?',
  purgeTitle_other: 'Delete {count} servers permanently?',
  purgeText:
    'All disks and snapshots are deleted, and the IP addresses are released. This can’t be undone.',
  resultsTitle: '{action}: {done} of {total} completed',
  resultTask: 'Task {id} started',
  close: 'Close',
  lockTitle: 'Lock {name}?',
  lockText:
    'A locked server can’t be stopped, restarted, resized, restored, overwritten, transferred, or terminated until someone unlocks it.',
  lockReason: 'Reason (optional)',
  lockDone: '{name} locked',
  resizeTitle: 'Resize {name}',
  resizeDone: 'Resizing {name}…',
  resizeLive:
    'You can add cores and memory while the server runs. If its operating system doesn’t use them right away, restart the server.',
  resizeOff: 'The server is off, so you can choose any size.',
  sizeNow: 'Current',
  aMonth: 'per month',
};
