export { readConnection as readAccountingConnection } from './connection/connections.ts';
export { accountingDocuments, type Documents } from './documents.ts';
export { askedEntry, draftNote, exportStateNotes } from './messages.ts';
export { queueDocuments, requeueExports } from './outbox.ts';
export { exportStatusColumn, presentExport, readExports } from './read.ts';
