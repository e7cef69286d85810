import { fourLooks } from '../browser.ts';
import { everyScreenFits } from './everyScreen.ts';

everyScreenFits(fourLooks.filter(({ device }) => device === 'desktop'));
