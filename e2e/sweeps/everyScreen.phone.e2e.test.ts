import { sampleLooks } from '../browser.ts';
import { describeScreenLayout } from './everyScreen.ts';

describeScreenLayout(sampleLooks.filter(({ device }) => device === 'phone'));
