export { accountingChores } from './chores.ts';
export { readConnection as readAccountingConnection } from './connections.ts';
export { registerIssued } from './documents.ts';
export { type AccountingDriverMaker, registerAccounting } from './drivers.ts';
export { accountingNews } from './news.ts';
export { queueAgain, queueDocuments } from './outbox.ts';
export { type HandOver, handOverColumn, readHandOvers } from './read.ts';
export { accountingRoutes } from './routes.ts';
export { askedEntry, draftNote, handOverNotes } from './words.ts';
