import * as shared from '../../../core/operations/shared';

/** The values that the documents and the deployed services are known to have. */

const valuesOf = (choices: ReadonlyArray<{ value: string }>) => choices.map(({ value }) => value);

describe('enumerations', () => {
	it('know the types of primary-network transactions', () => {
		const known =
			'AddValidatorTx AddSubnetValidatorTx AddDelegatorTx CreateChainTx CreateSubnetTx ImportTx ' +
			'ExportTx AdvanceTimeTx RewardValidatorTx RemoveSubnetValidatorTx TransformSubnetTx ' +
			'AddPermissionlessValidatorTx AddPermissionlessDelegatorTx BaseTx ' +
			'TransferSubnetOwnershipTx ConvertSubnetToL1Tx RegisterL1ValidatorTx ' +
			'SetL1ValidatorWeightTx DisableL1ValidatorTx IncreaseL1ValidatorBalanceTx UNKNOWN ' +
			'CreateAssetTx OperationTx';
		const newer =
			'AddAutoRenewedValidatorTx SetAutoRenewedValidatorConfigTx RewardAutoRenewedValidatorTx';
		const all = `${known} ${newer}`.split(' ').sort();
		expect(valuesOf(shared.TX_TYPE_CHOICES).sort()).toEqual(all);
	});

	it('know the chains of the primary network by alias and id', () => {
		expect(valuesOf(shared.PRIMARY_CHAIN_CHOICES).sort()).toEqual(
			[
				'11111111111111111111111111111111LpoYY',
				'2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
				'2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
				'2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
				'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
				'p-chain',
				'x-chain',
				'c-chain',
			].sort(),
		);
	});

	it.each([
		[
			'currencies',
			shared.CURRENCY_CHOICES,
			'usd eur aud cad chf clp cny czk dkk gbp hkd huf jpy nzd',
		],
		['networks', shared.NETWORK_CHOICES, 'mainnet fuji testnet'],
		['orders', shared.SORT_ORDER_CHOICES, 'asc desc'],
		['validation states', shared.VALIDATION_STATUS_CHOICES, 'completed active pending removed'],
		['delegation states', shared.DELEGATION_STATUS_CHOICES, 'completed active pending'],
		['features', shared.FEATURE_CHOICES, 'nftIndexing webhooks teleporter'],
	])('know the %s', (_, choices, values) => {
		expect(valuesOf(choices).sort()).toEqual(values.split(' ').sort());
	});

	it('offer each closed set whole', () => {
		for (const [closed, choices] of [
			[shared.NETWORKS, shared.NETWORK_CHOICES],
			[shared.SORT_ORDERS, shared.SORT_ORDER_CHOICES],
			[shared.VALIDATION_STATUSES, shared.VALIDATION_STATUS_CHOICES],
			[shared.DELEGATION_STATUSES, shared.DELEGATION_STATUS_CHOICES],
			[shared.FEATURES, shared.FEATURE_CHOICES],
			[shared.EXPORT_TYPES, shared.EXPORT_TYPE_CHOICES],
			[shared.CURRENCIES, shared.CURRENCY_CHOICES],
			[shared.TX_TYPES, shared.TX_TYPE_CHOICES],
			[shared.P_CHAINS, shared.P_CHAIN_CHOICES],
			[shared.X_CHAINS, shared.X_CHAIN_CHOICES],
			[shared.PRIMARY_CHAINS, shared.PRIMARY_CHAIN_CHOICES],
		] as const) {
			expect([...closed].sort()).toEqual(valuesOf(choices).sort());
		}
	});
});
