import {
	decodeSigned,
	decodeUnsigned,
	encodePayload,
	encodeUnsigned,
	verifySignedMessage,
} from '../../../core/warp';
import { cb58Decode, cb58Encode } from '../../../core/formats/cb58';
import { bytesToHex, hexToBytes } from '../../../core/formats/hex';
import { blstBls } from '../../../lambdas/shared/blst';
import type { StakingTx } from '../../../emulator';
import { type Case, type Setting, l1Named } from '../case';

const MAINNET = { network: 'mainnet' };
const UNKNOWN_ID = '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh';

/** A message from the chain of the smallest L1, whose three validators sign. */
function unsignedMessage(setting: Setting): Uint8Array {
	const { blockchain } = l1Named(setting, 'Harbour');
	const sourceChainId = cb58Decode(blockchain.id);
	if (!sourceChainId) throw new Error('The blockchain id is no cb58');
	const payload = encodePayload({
		type: 'addressedCall',
		sourceAddress: new Uint8Array(20),
		payload: new Uint8Array([1, 2, 3]),
	});
	return encodeUnsigned({ networkId: 1, sourceChainId, payload });
}

function validators(setting: Setting) {
	const members = setting.world.node.validatorsAt(l1Named(setting, 'Harbour').id);
	return members.map(({ nodeId, publicKey, weight }) => ({
		nodeId,
		publicKey: publicKey ? bytesToHex(publicKey) : null,
		weight: String(weight),
	}));
}

function l1Transaction({ world }: Setting): StakingTx {
	const txTypes = new Set(['RegisterL1ValidatorTx']);
	const tx = world.node.staking.find({ txTypes }).find(({ l1 }) => l1 !== undefined);
	if (!tx) throw new Error('The world has no registration of an L1 validator');
	return tx;
}

/** Messages that validators sign. */
export const signatures: Record<string, Case> = {
	'signature.aggregate': {
		parameters: (setting) => ({ ...MAINNET, message: bytesToHex(unsignedMessage(setting)) }),
		check([item], setting) {
			const signedMessage = String(item.signedMessage);
			const { unsignedBytes } = decodeSigned(hexToBytes(signedMessage));
			expect(bytesToHex(unsignedBytes)).toBe(bytesToHex(unsignedMessage(setting)));
			const verification = verifySignedMessage({
				signedMessage,
				validators: validators(setting),
				bls: blstBls,
			});
			expect(verification).toMatchObject({ verified: true });
		},
		refused: {
			parameters: () => ({ ...MAINNET, message: '0x00' }),
			message: /unpacking warp message/,
		},
	},
	'signature.getByTransaction': {
		parameters: (setting) => ({ ...MAINNET, txHash: l1Transaction(setting).txHash }),
		check([item], { world }) {
			const { unsignedBytes } = decodeSigned(hexToBytes(String(item.signedMessage)));
			const { networkId, sourceChainId } = decodeUnsigned(unsignedBytes);
			expect(networkId).toBe(1);
			expect(cb58Encode(sourceChainId)).toBe(world.node.chains.P);
		},
		refused: {
			parameters: () => ({ ...MAINNET, txHash: UNKNOWN_ID }),
			message: /not found/,
		},
	},
};
