import { textValue } from './inputs';

/** Paths that users write, below the URL of a service. */

/** True for a path that no server or proxy reads as another path, host or query. */
function isPath(value: string): boolean {
	const segments = value.split('/').slice(1);
	const sound = segments.every((part) => /^[A-Za-z0-9._~:-]+$/.test(part) && !/^\.+$/.test(part));
	return value.startsWith('/') && value.length <= 512 && sound;
}

/** A path that is appended to the URL of a service; `example` shows one in errors. */
export function pathBelow(example: string) {
	const rule = `must be a path such as ${example}: letters, digits, dots and dashes between slashes`;
	return textValue(rule, isPath);
}
