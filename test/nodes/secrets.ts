import { logLines } from '../../lab/kit/engine';
import { everythingIn } from '../../lab/kit/everything';
import { API_KEY, NODE_SECRET } from './harness';

const SECRETS = [API_KEY, NODE_SECRET];
/** A secret as it stands in a URL, in JSON, or in JSON within JSON. */
const forms = SECRETS.flatMap((secret) => {
	const quoted = JSON.stringify(secret).slice(1, -1);
	return [secret, encodeURIComponent(secret), quoted, JSON.stringify(quoted).slice(1, -1)];
});

/** Fails where a value, at any depth, or anything that was logged since the last look, holds a secret. */
export function expectNoSecrets(...values: unknown[]): void {
	const { text } = everythingIn([values, logLines.splice(0)]);
	expect(forms.filter((form) => text.includes(form))).toEqual([]);
}
