const QUANTITY = /^0x(0|[1-9a-fA-F][0-9a-fA-F]*)$/;
const DECIMAL = /^([+-]?)0*(\d+)(?:\.(\d*))?$/;

/** Numbers, decimal texts and hex quantities in one spelling: an answer round-trips where these are equal. */
export function byValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(byValue);
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, byValue(each)]));
	}
	if (typeof value === 'string' && QUANTITY.test(value)) return BigInt(value).toString();
	const [, sign, whole, fraction = ''] = DECIMAL.exec(String(value)) ?? [];
	const isNumeric = typeof value === 'number' || typeof value === 'string';
	if (!isNumeric || whole === undefined) return value;
	const rest = fraction.replace(/0+$/, '');
	return `${sign === '-' ? '-' : ''}${whole}${rest && `.${rest}`}`;
}
