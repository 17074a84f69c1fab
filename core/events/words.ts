import { withChecksums } from '../formats/evmAddress';
import { baseUnits, wholeUnits } from '../formats/amount';

/** Numbers, amounts and durations in texts. */

/** A number with at most `digits` decimal places, without trailing zeros. */
export function rounded(value: number, digits = 2): string {
	return String(Number(value.toFixed(digits)));
}

/** A percentage: `79.53 %`. Rounded down, so that 79.999 does not look like the threshold 80. */
export function percentText(value: number): string {
	return `${rounded(Math.floor(value * 100) / 100)} %`;
}

const UNITS: ReadonlyArray<readonly [seconds: number, name: string]> = [
	[86_400, 'day'],
	[3600, 'hour'],
	[60, 'minute'],
	[1, 'second'],
];

/** A duration in its largest unit, with one decimal place: `6.9 days`, `1 hour`, `40 seconds`. */
export function span(seconds: number): string {
	const whole = Math.max(0, seconds);
	const [unit, name] = UNITS.find(([size]) => whole >= size) ?? UNITS[UNITS.length - 1];
	const count = rounded(Math.floor((whole / unit) * 10) / 10, 1);
	return `${count} ${name}${count === '1' ? '' : 's'}`;
}

/** A decimal number with commas between thousands: `1,234,567.5`. */
export function separated(number: string): string {
	const [whole, ...fraction] = number.split('.');
	return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/**
 * An amount of base units in whole units with its symbol: `1,250.25 AVAX`; at most six decimal places.
 */
export function amountOf(base: string | bigint, decimals: number, symbol: string): string {
	const exact = wholeUnits(String(base), decimals) ?? String(base);
	const [whole, fraction = ''] = exact.split('.');
	const decimalDigits = fraction.slice(0, 6).replace(/0+$/, '');
	return `${separated(whole)}${decimalDigits && `.${decimalDigits}`} ${symbol}`;
}

/** An amount in whole AVAX, as a user writes it, in nAVAX. */
export function inNAvax(whole: string): string {
	return String(baseUnits(whole, 9));
}

/** An amount of nAVAX in AVAX. */
export function avax(nAvax: string | bigint): string {
	return amountOf(nAvax, 9, 'AVAX');
}

/** A time in texts: `2026-11-07 12:00 UTC`. */
export function moment(unixSeconds: number): string {
	return `${new Date(unixSeconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Shortens an id that is too long for a title to its beginning and end. */
export function shortened(id: string): string {
	const whole = withChecksums(id);
	return whole.length > 24 ? `${whole.slice(0, 14)}…${whole.slice(-5)}` : whole;
}

/** An EVM address, or any other id, as wallets show it: `0xe1e1…e1e1`. */
export function shortAddress(id: string): string {
	const whole = withChecksums(id);
	return whole.length > 12 ? `${whole.slice(0, 6)}…${whole.slice(-4)}` : whole;
}

const LONGEST_NAME = 24;
/**
 * A sign as names have it, with what follows: no dot before two letters, which could make a host.
 */
const NAMELIKE = /^(?:[A-Za-z0-9 $_+-]|\.(?![\p{L}\p{M}\p{N}]{2}))/u;
/** Signs that end a line, or are not text. */
const NO_TEXT = /[\p{Cc}\u2028\u2029]/u;

/** The same for a sentence: the punctuation of one, but nothing that makes a mention, a link or a mark. */
const SENTENCELIKE = /^(?:[A-Za-z0-9 "'(),:;=_+…-]|\.(?![\p{L}\p{M}\p{N}]{2}))/u;

/** A text with a reason that a contract chose, with everything but letters, digits and punctuation as `\u{…}`. */
export function escapedReason(given: string): string {
	const signs = [...given.toWellFormed()];
	return signs
		.map((sign, at) => {
			if (SENTENCELIKE.test(sign + signs.slice(at + 1, at + 3).join(''))) return sign;
			return `\\u{${(sign.codePointAt(0) as number).toString(16)}}`;
		})
		.join('');
}

/**
 * A name that anyone can choose, as such: in quotes, cut to 24 characters and at the first line break or control
 * character, and with everything but letters, digits and some punctuation as `\u{…}`. Letters of other
 * scripts beside Latin ones look like them, and are escaped as well. Undefined if it is not text, or is empty.
 */
export function quoted(given: unknown): string | undefined {
	const said = typeof given === 'string' ? given.trim() : '';
	if (said === '') return undefined;
	const [text] = said.slice(0, 4 * LONGEST_NAME).split(NO_TEXT);
	const signs = [...text.toWellFormed()];
	const isLatin = /[A-Za-z]/.test(said);
	const escapedSigns = signs.slice(0, LONGEST_NAME).map((sign, at) => {
		// An amount must not be a part of a name.
		const isAfterDigit = sign === ' ' && /\d/.test(signs[at - 1] ?? '');
		const next = sign + signs.slice(at + 1, at + 3).join('');
		if (NAMELIKE.test(next) && !isAfterDigit) return sign;
		if (!isLatin && /[\p{L}\p{M}\p{N}]/u.test(sign)) return sign;
		return `\\u{${(sign.codePointAt(0) as number).toString(16)}}`;
	});
	const isCut = signs.length > LONGEST_NAME || text.length < said.length;
	return `"${escapedSigns.join('')}${isCut ? '…' : ''}"`;
}
