export { readConnection as readAccountingConnection } from './connection/connections.ts';
export { accountingDocuments, type Documents } from './documents.ts';
export { queueAgain, queueDocuments } from './outbox.ts';
export { handOverColumn, presentHandOver, readHandOvers } from './read.ts';
export { askedEntry, draftNote, handOverNotes } from './words.ts';
