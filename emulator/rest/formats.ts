import { hasEvmForm, isAddress, isEvmHash, isHex, isId, isNodeId } from '../../core';
import type { Format } from '../spec/read';

/** The formats of texts in a request: a check, and what the service says of a text that fails it. */

interface FormatCheck {
	accepts(text: string): boolean;
	rule: string;
}

/** `YYYY-MM-DD` of a day that the calendar has. */
function isDate(text: string): boolean {
	const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
	return day !== undefined && !Number.isNaN(+day) && day.toISOString().startsWith(text);
}

const isUrl = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

const CHECKS: Record<Format, FormatCheck> = {
	address: { accepts: isAddress, rule: 'must be a valid primary network address' },
	date: { accepts: isDate, rule: 'must be a valid date in the format YYYY-MM-DD' },
	decimal: { accepts: matches(/^\d+(\.\d+)?$/), rule: 'must be a number string' },
	// The service does not look at the checksum in the case of the letters.
	evmAddress: { accepts: hasEvmForm, rule: 'must be an Ethereum address' },
	hash: { accepts: isEvmHash, rule: 'must be a transaction or block hash' },
	hex: { accepts: (text) => text === '0x' || isHex(text), rule: 'must be a hexadecimal number' },
	id: { accepts: isId, rule: 'must be a valid cb58 id' },
	nodeId: { accepts: isNodeId, rule: 'must be a valid node id' },
	prometheus: { accepts: () => true, rule: 'must be a string' },
	quantity: { accepts: matches(/^0x(0|[1-9a-f][0-9a-f]*)$/i), rule: 'must be a quantity' },
	time: { accepts: (text) => !Number.isNaN(Date.parse(text)), rule: 'must be an ISO 8601 date' },
	uint: { accepts: matches(/^\d+$/), rule: 'must be a number string' },
	url: { accepts: isUrl, rule: 'must be a URL address' },
	uuid: {
		accepts: matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
		rule: 'must be a UUID',
	},
};

/** Rule of a format that a text breaks, or undefined. */
export function formatFault(format: Format, text: string): string | undefined {
	const { accepts, rule } = CHECKS[format];
	return accepts(text) ? undefined : rule;
}
