export { readConnection as readAccountingConnection } from './connections.ts';
export { accountingDocuments, type Documents } from './documents.ts';
export { accountingNews } from './news.ts';
export { queueAgain, queueDocuments } from './outbox.ts';
export { handOverColumn, readHandOvers } from './read.ts';
export { askedEntry, draftNote, handOverNotes } from './words.ts';
