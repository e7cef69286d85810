export { issueBearer } from './issueBearer.ts';
export { readKeyDetail } from './present.ts';
