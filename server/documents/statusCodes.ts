import { type CodeName, code } from '../../contract/codes.ts';
import { messages } from '../../contract/messages.ts';

/** `docs/status-codes.md`: every code with its HTTP status and text. */
export function statusCodesPage(): string {
  const rows = (Object.keys(code) as CodeName[])
    .sort((a, b) => code[a] - code[b])
    .map((name) => `| ${code[name]} | ${name} | ${messages[name].status} | ${messages[name].texts.en} |`);
  return [
    '# Status and error codes',
    '',
    'Written by `./cloudberth openapi` from `contract/codes.ts` and `contract/messages.ts`.',
    '',
    'A refusal is `{"errors":[{"code":21,"info":"…","key":"password"}],"code":[21]}`: `errors` says what is wrong with which field,',
    '`code` repeats the numbers for clients that read its first element. Below 1000 the numbers are the specification’s.',
    '',
    'The HTTP status says the class: 400 input, 401 not signed in, 403 not allowed, 404 not found or not yours (the two answer',
    'alike), 405 method, 409 conflict, 413 too large, 415 not JSON, 422 refused by a rule, 429 slow down, 503 something we need is',
    'away (with Retry-After), 500 a defect of ours: quote its request id. What the log-in form refuses answers 200 with `errors`.',
    '',
    'Transport codes exist in the browser only: -1 empty or failed answer, 408 gateway time-out, 409 gateway error.',
    '',
    '| Code | Name | HTTP | Text |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
