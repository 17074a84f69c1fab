import { keysOf } from '../../../abi/decode';
import { cutText } from '../../../abi/types';
import { cb58Encode } from '../../../formats/cb58';
import { hexToBytes } from '../../../formats/hex';
import { nodeIdOf } from '../../../formats/ids';
import { isMap } from '../../../formats/json';
import type { Severity } from '../../../events/item';
import { separated } from '../../../events/words';
import { argumentsText, valueText } from '../contractEvent/words';
import type { AdminLog } from '../shared/l1Contracts';

/** Events of the administration of an L1 in words, with their severity. */

const ROLES = ['no role', 'enabled', 'admin', 'manager'];

/** Arguments in braces; other events are told by the list of their arguments. */
const WORDS: Readonly<Record<string, string>> = {
	RoleSet: '{sender} made {account} {role}, before {oldRole}',
	NativeCoinMinted: '{sender} minted {amount} of the native token for {recipient}',
	FeeConfigChanged: '{sender} changed the fees: {changes}',
	RewardAddressChanged: '{sender} sends the fees to {newRewardAddress}, before {oldRewardAddress}',
	FeeRecipientsAllowed: '{sender} lets block builders choose who gets the fees',
	RewardsDisabled: '{sender} lets the fees be burnt',
	RegisteredInitialValidator: '{nodeID} is an initial validator with the weight {weight}',
	InitiatedValidatorRegistration: 'the registration of {nodeID} began, with the weight {weight}',
	CompletedValidatorRegistration: 'the registration of {validationID} is completed',
	InitiatedValidatorRemoval: 'the removal of {validationID} began',
	CompletedValidatorRemoval: 'the removal of {validationID} is completed',
	InitiatedValidatorWeightUpdate: 'the weight of {validationID} is to be {weight}',
	CompletedValidatorWeightUpdate: 'the weight of {validationID} is {weight}',
	ValidationPeriodCreated: 'the registration of {validationID} began, with the weight {weight}',
	ValidationPeriodRegistered: 'the registration of {validationID} is completed',
	ValidatorRemovalInitialized: 'the removal of {validationID} began',
	ValidationPeriodEnded: 'the removal of {validationID} is completed',
	ValidatorRewardRecipientChanged:
		'rewards of {validationID} go to {recipient}, before {oldRecipient}',
	DelegatorRewardRecipientChanged:
		'rewards of {delegationID} go to {recipient}, before {oldRecipient}',
	OwnershipTransferred: 'the owner is {newOwner}, before {previousOwner}',
	OwnershipTransferStarted: '{newOwner} may take the ownership from {previousOwner}',
	Upgraded: 'its code is now that of {implementation}',
	BeaconUpgraded: 'its code is now that of the beacon {beacon}',
	AdminChanged: 'the admin of the proxy is {newAdmin}, before {previousAdmin}',
	RoleGranted: '{sender} gave {account} the role {role}',
	RoleRevoked: '{sender} took the role {role} from {account}',
	UnknownEvent:
		'an event that is not known, with the topic {topic}: another version of the contract',
};

const CRITICAL =
	/^(RewardAddressChanged|OwnershipTransfer(red|Started)|(Beacon)?Upgraded|AdminChanged|\w+RewardRecipientChanged)$/;
const WARNING =
	/^(RoleSet|NativeCoinMinted|FeeConfigChanged|FeeRecipientsAllowed|RewardsDisabled|Role(Granted|Revoked|AdminChanged)|Paused|TeleporterAddressPaused|\w+Version(Updated)?|MessageExecutionFailed|CallFailed|RemoteRegistered|UnknownEvent)$/;

/** The severity of an event; a change of a role is critical if the role is `admin`. */
export function severityOf({ event: { name }, args }: AdminLog): Severity {
	if (CRITICAL.test(name) || (name === 'RoleSet' && String(args.role) === '2')) return 'critical';
	return WARNING.test(name) ? 'warning' : 'info';
}

/** The event in words. */
export function adminText(item: AdminLog): string {
	const { event, args } = item;
	const words = WORDS[event.name];
	if (words === undefined) {
		const said = argumentsText(item);
		return `${cutText(event.name)}${said && `: ${said}`}`;
	}
	return words.replace(/\{(\w+)\}/g, (_, key: string) => {
		if (key === 'changes') return changesText(args.oldFeeConfig, args.newFeeConfig);
		const role =
			event.name === 'RoleSet' && /role$/i.test(key) ? ROLES[Number(args[key])] : undefined;
		const at = keysOf(event.inputs).indexOf(key);
		return (
			role ?? idText(key, args[key]) ?? valueText(event.inputs[at], key, args[key], item.decimals)
		);
	});
}

/** An ID as the P-Chain has it; undefined for other arguments, and for the hash of an ID. */
export function idText(key: string, value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	if (key === 'nodeID' && value.length === 42) return nodeIdOf(hexToBytes(value.slice(2)));
	return key === 'validationID' ? cb58Encode(hexToBytes(value.slice(2))) : undefined;
}

/** The fees that differ. */
export function changesText(before: unknown, after: unknown): string {
	if (!isMap(before) || !isMap(after)) return 'unknown';
	const keys = Object.keys(after).filter((key) => String(before[key]) !== String(after[key]));
	const said = keys.map(
		(key) => `${key} from ${separated(String(before[key]))} to ${separated(String(after[key]))}`,
	);
	return said.join(', ') || 'none differs';
}
