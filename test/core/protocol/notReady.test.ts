import type { Operation } from '../../../core/operations/declare';
import * as evmSubnet from '../../../core/subjects/evmSubnet/evmSubnet';
import * as pChainStaking from '../../../core/subjects/pChainStaking/pChainStaking';
import * as xChain from '../../../core/subjects/xChain/xChain';
import { Failure, mayPass } from '../../../core/failure';
import { readResponse } from '../../../core/protocol/response';
import { recordedCall } from '../../../core/testing/recordedCalls';
import { caught } from './fakes';

const read = async (operation: Operation, name: string) => {
	const { status, text } = recordedCall(name);
	const failure = await caught(() => readResponse(operation, { status, headers: {}, text }, 0));
	return failure as unknown as Failure;
};

describe('an answer of a node that is not ready', () => {
	it.each<[string, Operation, number]>([
		['err-C-bootstrapping-404', evmSubnet.getManyValidators, 404],
		['err-X-bootstrapping-404', xChain.getTransactionFee, 404],
		['err-P-bootstrapping-503', pChainStaking.getManyValidators, 503],
	])('%s may pass, and is worth a retry', async (name, operation, status) => {
		const failure = await read(operation, name);
		expect(failure).toMatchObject({ kind: 'unavailable', status, retryable: true });
		expect(mayPass(failure)).toBe(true);
	});

	it('is an error of the method that its declaration names, and of no other', async () => {
		const name = 'err-validators.getCurrentValidators-uptime-not-tracked-yet';
		const failure = await read(evmSubnet.getManyValidators, name);
		expect(failure).toMatchObject({ kind: 'unavailable', code: -32000, retryable: true });
		expect(failure.message).toMatch(/^failed to get uptime for validation ID/);
		expect(await read(pChainStaking.getManyValidators, name)).toMatchObject({
			kind: 'rpc',
			retryable: false,
		});
	});
});

describe('a JSON-RPC error', () => {
	const rpc = (code: number, message: string) => new Failure({ kind: 'rpc', code, message });

	it('is lasting where it is about the parameters', () => {
		const argument =
			"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";
		expect(mayPass(rpc(-32000, argument))).toBe(false);
		expect(mayPass(rpc(-32000, 'problem parsing blockchainID "x": not found'))).toBe(false);
		expect(mayPass(rpc(-32602, 'missing value for required argument 0'))).toBe(false);
	});

	it.each([
		[-32000, 'not found'],
		[-32000, 'rpc: can\'t find service "validators.GetCurrentValidators"'],
		[-32002, 'request timed out'],
		[-32603, 'internal error'],
	])('may pass otherwise: %i %s', (code, message) => {
		expect(mayPass(rpc(code, message))).toBe(true);
	});

	it.each(['invalid-input', 'unauthorized', 'forbidden', 'not-found'] as const)(
		'as does not %s',
		(kind) => expect(mayPass(new Failure({ kind, message: 'no' }))).toBe(false),
	);
});
