import { expect } from 'expect';
import type { ChannelRequest, Message } from '../../../core';
import { recognized } from './rendered';

/** Parts of the checks of all formats. */

/** The body of a request as JSON. */
export type Body = Record<string, never>;
/** Throws if a service would show the message otherwise, or reject it. */
export type Check = (body: Body, message: Message, request: ChannelRequest) => void;

/** Bytes of a value as JSON. */
export const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const visible = (text: string) => text.replaceAll('\u200b', '');

/** A text that is shown as it is: nothing in it is recognized as more. */
export function checkPlain(text: string, most: number, from?: string): void {
	expect(text.length).toBeLessThanOrEqual(most);
	expect(text.isWellFormed()).toBe(true);
	expect(recognized(text)).toEqual([]);
	expect(text).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
	if (from === undefined) return;
	const plain = visible(text);
	const isWhole = plain === from;
	expect(isWhole || (plain.endsWith('…') && from.startsWith(plain.slice(0, -1)))).toBe(true);
}

const SIGN = { critical: '🔴', warning: '🟠', info: '🔵', resolved: '🟢' };
/** The first line of a message: the sign of the severity, and the title. */
export const headOf = ({ alert }: Message) => `${SIGN[alert.severity]} ${alert.title}`;
