import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare } from '../../operations/declare';
import { dataResources } from '../resources';
import { evmAddresses, isName } from '../../fields/identifiers';
import { choice, listOf, textValue } from '../../fields/inputs';
import { day } from '../../fields/moments';
import { isAddress } from '../../formats/ids';
import { isEvmAddress } from '../../formats/evmAddress';
import { anyAddressMistake } from '../../formats/mistakes';
import * as shared from '../../operations/shared';
import { exportRules, isIncludedChain } from './exportRules';

const STATUSES = ['RUNNING', 'COMPLETED', 'COMPLETED_WITH_WARNING', 'FAILED'] as const;

/** An export job. Callers rely on `operationId` and `operationStatus`, so both are required. */
const JOB = out.object({
	operationId: out.essential(out.id('ID to poll the status with')),
	operationType: out.choice(shared.EXPORT_TYPES),
	operationStatus: out.essential(out.choice(STATUSES)),
	message: out.optional(out.text()),
	metadata: out.optional(
		out.object({
			code: out.optional(out.choice(['ErrInvalidRequest', 'ErrInternal', 'WarnTruncatedExport'])),
			downloadUrl: out.optional(out.url('URL of the finished file')),
			nextDate: out.optional(out.text('Day to continue a truncated export from')),
		}),
	),
	createdAtTimestamp: out.seconds('When the export was started'),
	updatedAtTimestamp: out.seconds('When its state last changed'),
});

/** Starts an export that runs in the background. */
export const start = declare({
	id: 'transactionExport.start',
	node: 'avalanche',
	resource: dataResources.transactionExport,
	entry: { value: 'start', name: 'Start' },
	action: 'Start a transaction export',
	description:
		'Starts an export of all transactions of some addresses to a CSV file; it runs in the background; use Get with its operation ID for the status and the download URL',
	service: 'data',
	call: { type: 'http', method: 'POST', path: '/v1/operations/transactions:export' },
	input: fieldSet(
		{
			type: field(choice(shared.EXPORT_TYPES, shared.EXPORT_TYPE_CHOICES), {
				in: 'body',
				label: 'Export Type',
				description: 'Whether to export transactions of EVM chains or of the primary network',
				default: 'TRANSACTION_EXPORT_EVM',
			}),
			addresses: field(
				listOf(
					'must be addresses: 0x and 40 hexadecimal digits for EVM chains, avax1… or fuji1… (bech32) for the primary network',
					(value) => isEvmAddress(value) || isAddress(value),
					undefined,
					anyAddressMistake,
				).optional(),
				{
					in: 'body',
					name: 'options.addresses',
					label: 'Addresses',
					either: 'C-Chain EVM Addresses (Options)',
					description:
						'Addresses to export, separated by commas: 0x addresses for EVM chains; X- or P-Chain addresses for the primary network, which may be empty if C-Chain EVM Addresses are given',
					placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
					show: 'main',
					shownFor: { field: 'type', values: shared.EXPORT_TYPES },
					requiredFor: ['TRANSACTION_EXPORT_EVM'],
				},
			),
			includeChains: field(
				listOf(
					'must be EVM chain ids, blockchain ids (cb58), p-chain, x-chain or c-chain',
					isIncludedChain,
				),
				{
					names: 'anyChain',
					in: 'body',
					name: 'options.includeChains',
					label: 'Chains',
					description:
						'Chains to export, separated by commas: EVM chain IDs, or for the primary network p-chain, x-chain, c-chain or their blockchain IDs',
					placeholder: '43114',
				},
			),
			firstDate: field(day().optional(), {
				in: 'body',
				label: 'First Date',
				description: 'First day of the export in UTC, YYYY-MM-DD',
				placeholder: '2026-09-01',
				show: 'main',
			}),
			lastDate: field(day().optional(), {
				in: 'body',
				label: 'Last Date',
				description: 'Last day of the export in UTC, YYYY-MM-DD',
				placeholder: '2026-09-30',
				show: 'main',
			}),
			cChainEvmAddresses: field(evmAddresses().optional(), {
				in: 'body',
				name: 'options.cChainEvmAddresses',
				label: 'C-Chain EVM Addresses',
				either: 'Addresses',
				description:
					'For the primary network: 0x addresses whose C-Chain imports and exports to include, separated by commas',
				placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
				show: 'option',
			}),
			startDate: field(day().optional(), {
				in: 'body',
				label: 'Start Date',
				description: 'Former name of First Date, YYYY-MM-DD',
				placeholder: '2026-09-01',
				show: 'option',
				deprecated: 'Use First Date (firstDate)',
			}),
			endDate: field(day().optional(), {
				in: 'body',
				label: 'End Date',
				description: 'Former name of Last Date, YYYY-MM-DD',
				placeholder: '2026-09-30',
				show: 'option',
				deprecated: 'Use Last Date (lastDate)',
			}),
		},
		exportRules,
	),
	output: JOB,
	cost: 20,
	creates: true,
	spec: 'Chain data: Operations',
});

/** Status of an export. */
export const get = declare({
	id: 'transactionExport.get',
	changing: true,
	node: 'avalanche',
	resource: dataResources.transactionExport,
	entry: { value: 'get', name: 'Get' },
	action: 'Get a transaction export',
	description:
		'Returns the status of a transaction export, and its download URL once it has completed',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/operations/{operationId}' },
	input: fieldSet({
		operationId: field(textValue('must be an operation id as Start returned it', isName), {
			in: 'path',
			label: 'Operation ID',
			description: 'Operation ID that the start of the export returned, a UUID',
			placeholder: '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47',
		}),
	}),
	output: JOB,
	cost: 10,
	spec: 'Chain data: Operations',
});
