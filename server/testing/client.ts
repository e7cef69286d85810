export { type Answer, ApiClient as TestClient } from '../apiClient.ts';
