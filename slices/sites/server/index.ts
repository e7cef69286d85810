export { isWithin, readRange } from './addressRange.ts';
export { type Content, type ContentName, readContent } from './contents.ts';
export { sendPicture } from './pictures.ts';
