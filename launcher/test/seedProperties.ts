import fc from 'fast-check';
import { testSeed } from './seed.ts';

// Vitest setup file: the only place that configures the seed of property tests.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed() });
