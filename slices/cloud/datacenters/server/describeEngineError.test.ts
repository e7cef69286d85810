import { expect, it } from 'vitest';
import { EngineError } from '../../../../drivers/compute/port.ts';
import { describeEngineError } from './index.ts';

it('an engine’s message is an English sentence, and in Hebrew a quotation in a sentence about the kind of error', () => {
  const engineMessage = 'The server "web" is off, so it cannot be resumed: start it.';
  const localized = describeEngineError(new EngineError('simulated', 'wrongState', engineMessage));
  expect(localized).toMatchObject({
    en: engineMessage,
    he: `המצב הנוכחי אינו מאפשר זאת: "\u2066${engineMessage}\u2069"`,
  });
});
