import { bech32Encode, bytesToHex, cb58Encode, nodeIdOf } from '../../core';
import type { Format, Type } from '../spec/read';
import { uuidOf } from '../../core/testing/random';
import type { Call } from './endpoint';
import { DAY } from '../../core/formats/timeUnits';

/** Values of single fields, made by their type in the transcription and by their names. */

/** Position of a generated value. */
export interface ValueContext {
	/** The call; its input has the names of the wire. */
	call: Pick<Call, 'world' | 'input' | 'request'>;
	/** The path of the request and of the objects around it. */
	within: string;
	/** Index of the item in its list; 0 is the newest. */
	index: number;
}

type Named = ValueContext & { name: string };

/** Seconds between one generated item and the next older one. */
const STEP_SECONDS = 600;

/** A value of a type that holds no others. */
export function scalarOf(type: Type, context: Named): unknown {
	const named = context.call.input[context.name];
	switch (type.kind) {
		case 'flag':
			return context.index % 2 === 0;
		case 'choice':
			return type.values.includes(String(named)) ? named : at(type.values, context.index);
		case 'number':
			return inside(type, typeof named === 'number' ? named : numberOf(context, type.integer));
		case 'text':
			return typeof named === 'string' ? named : textOf(context, type.format);
		default:
			return null;
	}
}

function at<T>(values: readonly T[], index: number): T {
	return values[index % values.length];
}

function inside({ min, max }: { min?: number; max?: number }, value: number): number {
	return Math.min(Math.max(value, min ?? value), max ?? value);
}

/** A moment of the last day but one, in seconds: it stays the same while pages are read. */
function secondsOf({ call, index }: ValueContext): number {
	const now = call.world.clock.seconds();
	return now - (now % DAY) - index * STEP_SECONDS;
}

function streamOf({ call, within, index, name }: Named) {
	return call.world.random.stream(`${within}.${name}`, index);
}

function bytesOf({ call, within, index, name }: Named, length = 32): Uint8Array {
	return call.world.random.bytes(`${within}.${name}`, index, length);
}

function numberOf(context: Named, integer: boolean): number {
	const { name } = context;
	if (/milliseconds$/i.test(name)) return secondsOf(context) * 1000;
	if (/(timestamp|lastRun|At|Time)$/i.test(name)) return secondsOf(context);
	if (/^(decimals|denomination)$/.test(name)) return 18;
	const stream = streamOf(context);
	const whole = integer || !/(value|price|rate|percent\w*|performance|fee)$/i.test(name);
	return whole ? stream.whole(0, 1000) : Math.round(stream.next() * 1e6) / 1e4;
}

/**
 * Format of a text that the transcription gives none, by its name; of an EVM chain unless the path
 * is one of the networks.
 */
function formatOf({ name, call }: Named): Format | 'name' {
	const primary = /^\/(v\d\/networks\/|ext\/(?!.*\/rpc$))/.test(call.request.path);
	if (/nodeId$/i.test(name)) return 'nodeId';
	if (/(url|uri)$/i.test(name)) return 'url';
	if (/(subnetId|blockchainId|chainId|assetId|vmId|utxoId|validationId)$/i.test(name)) return 'id';
	if (/^(from|to|creator|deployer|owner)$|address(es)?$/i.test(name)) {
		return primary ? 'address' : 'evmAddress';
	}
	if (/(hash|messageId|^id)$/i.test(name)) return primary ? 'id' : 'hash';
	if (/(key|signature|data|input|bytes|method|possession)$/i.test(name)) return 'hex';
	return AMOUNTS.test(name) ? 'uint' : 'name';
}

const AMOUNTS =
	/(amount\w*|balance|value|price|fees?|stake|staked|staking|supply|weight|nonce|rewards?|cost|spent|burned|locked|unlocked\w*|consumed|tokenId|number|height|units?|gas\w*|cumulative\w*|total\w*|count)$/i;

function textOf(context: Named, format: Format | 'name' = formatOf(context)): string {
	const { name, index } = context;
	const hex = (length: number) => `0x${bytesToHex(bytesOf(context, length))}`;
	switch (format) {
		case 'address':
			return `P-${bech32Encode('fuji', bytesOf(context, 20))}`;
		case 'evmAddress':
			return hex(20);
		case 'hash':
			return hex(32);
		case 'hex':
			return hex(48);
		case 'id':
			return cb58Encode(bytesOf(context));
		case 'nodeId':
			return nodeIdOf(bytesOf(context, 20));
		case 'url':
			return `https://images.example/${name}/${index}`;
		case 'uuid':
			return uuidOf(bytesOf(context, 16));
		case 'uint':
			return String(streamOf(context).whole(0, 2 ** 52));
		case 'decimal':
			return String(streamOf(context).whole(0, 1e6) / 1e4);
		case 'quantity':
			return `0x${streamOf(context)
				.whole(0, 2 ** 40)
				.toString(16)}`;
		case 'time':
			return new Date(secondsOf(context) * 1000).toISOString();
		case 'date':
			return new Date(secondsOf(context) * 1000).toISOString().slice(0, 10);
		default:
			return `${name} ${index + 1}`;
	}
}
