/** Fields that are amounts inside the emulator; JSON carries them as numbers or digits. */
const AMOUNTS: ReadonlySet<string> = new Set([
	'amount',
	'weight',
	'balance',
	'balanceChange',
	'potentialReward',
	'estimatedReward',
	'baseFee',
	'value',
]);

/** A JSON value of the control endpoint with its amounts as bigints. Throws on other amounts. */
export function decodeValues(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.map((item) => decodeValues(item));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [key, decodeValues(item, key)]),
		);
	}
	if (!AMOUNTS.has(name) || value === undefined) return value;
	if ((typeof value === 'string' || typeof value === 'number') && /^\d+$/.test(String(value))) {
		return BigInt(value);
	}
	throw new Error(`${name} must be a whole number or its digits`);
}
