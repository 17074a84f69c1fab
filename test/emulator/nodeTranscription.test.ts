import { argsOf } from '../../emulator/node/args';
import { parametersOf } from '../../emulator/node/transcription';

/** The emulated node reads arguments by the names of the documents only. */

const given = { txID: 'x', txid: 'y', transactionID: 'z' };

test('a name that the documents have is read, whatever else is sent', () => {
	expect(argsOf(given, parametersOf('avm.getTx')).text('txID')).toBe('x');
});

test('a name that they do not have is a fault of the emulator, not of the request', () => {
	const args = argsOf(given, parametersOf('avm.getTx'));
	expect(() => args.text('transactionID')).toThrow('no parameter transactionID');
	expect(() => args.has('txId')).toThrow('no parameter txId');
});

test('so it is inside an argument', () => {
	const params = { startIndex: { address: 'a', utxo: 'u', Index: 1 } };
	const start = argsOf(params, parametersOf('platform.getUTXOs')).nested('startIndex');
	expect(start?.text('utxo')).toBe('u');
	expect(() => start?.uint('Index')).toThrow('no parameter Index');
});

test('a method that is not transcribed is not held to it', () => {
	expect(argsOf(given, parametersOf('some.method')).text('transactionID')).toBe('z');
});
