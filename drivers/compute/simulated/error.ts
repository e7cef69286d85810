import { EngineError, type EngineErrorKind } from '../port.ts';

export const simulatedError = (kind: EngineErrorKind, message: string) =>
  new EngineError('simulated', kind, message);
