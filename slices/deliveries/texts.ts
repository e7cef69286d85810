import { join } from 'node:path';
import { localizer } from '../../contract/texts/localizer.ts';
import type english from './texts/en.json';

export const localize = localizer<typeof english>(join(import.meta.dirname, 'texts'));
