import { linesAbove, linesBelow } from '../../../events/levelSteps';
import { EXAMPLE_NODE, type Example } from '../../../events/sample';
import {
	type Facts,
	type One,
	RISK,
	type Settings,
	type Whole,
	linesOfValidation,
} from './balances';

/** Generated states for test events. */

/** Generated states of a validation: its balance lasts for nine tenths of the first threshold. */
export function exampleOfOne(read: One | undefined, settings: Settings): Example<Facts> {
	const {
		validationIds: [validationId] = ['Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF'],
		subnetId = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
	} = settings;
	const one = read ?? { validationId, subnetId, nodeId: EXAMPLE_NODE, weight: '100' };
	const lines = linesOfValidation(settings, one.validationId);
	const price = read && read.price !== '0' ? read.price : '512';
	const lasting = (secondsLeft: number): One => {
		const balance = String(BigInt(price) * BigInt(secondsLeft));
		return { scope: 'validator', ...one, price, balance, secondsLeft, lines };
	};
	const bad = lasting(Math.max(1, Math.floor(lines[0] * 0.9)));
	const level = Math.max(1, linesAbove(bad.secondsLeft, lines));
	return { bad: { subject: bad.validationId, level, facts: bad }, good: lasting(lines[0] * 2) };
}

/** Generated states of a whole L1: a little more of its weight than the first share is at risk. */
export function exampleOfL1(read: Whole, { weightAtRisk = RISK }: Settings): Example<Facts> {
	const shares = [...weightAtRisk].sort((a, b) => a - b);
	const atRisk = (percentAtRisk: number): Whole => {
		const weight = (BigInt(read.weight) * BigInt(Math.round(percentAtRisk * 100))) / 10_000n;
		return { ...read, percentAtRisk, weightAtRisk: String(weight), inactive: 0 };
	};
	const bad = atRisk(Math.min(100, shares[0] + 1));
	const level = Math.max(1, linesBelow(bad.percentAtRisk, shares));
	return { bad: { subject: read.subnetId, level, facts: bad }, good: atRisk(0) };
}
