import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The subtitle of a node on the canvas. */

/**
 * The names of all entries of the menus of one parameter, by value. If a value has another name in
 * a later menu, the key of that name is the value of `owner` that shows the menu, a dot and the
 * value.
 */
function namesOf(properties: readonly INodeProperties[], parameter: string, owner?: string) {
	const names: Record<string, string> = {};
	for (const { name: own, type, options = [], displayOptions } of properties) {
		if (own !== parameter || type !== 'options') continue;
		const shownFor = owner && displayOptions?.show?.[owner]?.[0];
		for (const { value, name } of options as INodePropertyOptions[]) {
			const isNew = (names[String(value)] ??= name) === name;
			if (!isNew) names[`${String(shownFor)}.${String(value)}`] = name;
		}
	}
	return names;
}

/** The parameters that hold the subject of a form (no URL: it may hold a token), and those for the chain or network that it is on. */
const SUBJECTS = `
nodeIds nodeId addresses address wallet rewardAddresses contractAddress validationIds l1ValidationId validationID
messageId messageID txHash txID tx blockHash blockID blockId assetId assetID operationId subnetId subnetID metric fee
index path to id alias height`
	.trim()
	.split(/\s+/);
const CHAINS = ['chainId', 'blockchainId', 'blockchainID', 'chain', 'sourceChain', 'network'];

/** An expression for the first of these parameters that has a value, shortened; values by expression have none. */
const firstOf = (names: readonly string[]) =>
	`${JSON.stringify(names)}.map((name) => String($rawParameter[name] ?? "")).filter((value) => value && value[0] !== "=").slice(0, 1).map((value) => value.replace(/^(.{12}).{6,}(.{4})$/, "$1…$2"))`;

const chosen = (parameter: string) => `$parameter[${JSON.stringify(parameter)}]`;

/**
 * An expression that returns the names of the selected menu entries, and the subject of the form, such as
 * "Get Native: Token Balance, 0x5AEDA56215…67DE, 43114". The menus of a parameter are shown by the one behind it.
 */
export function subtitleOf(
	properties: readonly INodeProperties[],
	...parameters: string[]
): string {
	const parts = parameters.map((parameter, at) => {
		const owner = parameters.at(at + 1);
		const names = JSON.stringify(namesOf(properties, parameter, owner));
		const own = owner ? `${names}[${chosen(owner)} + "." + ${chosen(parameter)}] ?? ` : '';
		return `(${own}${names}[${chosen(parameter)}] ?? ${chosen(parameter)})`;
	});
	const subject = `[...${firstOf(SUBJECTS)}, ...${firstOf(CHAINS)}]`;
	return `={{ [${parts.join(' + ": " + ')}, ...${subject}].join(", ") }}`;
}
