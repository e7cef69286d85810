import { expect, it } from 'vitest';
import { EngineError } from '../../../drivers/compute/port.ts';
import { engineWords } from './index.ts';

it('what an engine says is a sentence in English, and in Hebrew a quotation within a sentence that says what kind of no it is', () => {
  const said = 'The server "web" is off, so it cannot be resumed: start it.';
  const words = engineWords(new EngineError('simulated', 'wrongState', said));
  expect(words).toEqual({ en: said, he: `המצב הנוכחי אינו מאפשר זאת: "\u2066${said}\u2069"` });
});
