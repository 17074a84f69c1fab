import fc from '../../core/testing/properties';
import { type Stored, restored } from '../../nodes/shared/repeatedParts';
import { storedText } from '../../scripts/build/values';

const displayOptions = fc.constantFrom(
	{ show: { '/resource': ['staking'], '/operation': ['getMany'] } },
	{ show: { '/resource': ['evm'] }, hide: { count: [3] } },
	{ show: { method: ['a', 'b'] } },
);
const modes = fc.constantFrom([{ name: 'list' }], [{ name: 'list' }, { name: 'id' }]);
const plain = { name: fc.string(), default: fc.oneof(fc.integer(), fc.string(), fc.boolean()) };

type Property = Record<string, unknown>;

const { property } = fc.letrec<{ property: Property }>((tie) => ({
	property: fc.oneof(
		{ maxDepth: 3 },
		fc.record(
			{ ...plain, type: fc.constant('string'), displayOptions, modes },
			{ requiredKeys: ['name', 'type'] },
		),
		fc.record({
			...plain,
			type: fc.constant('collection'),
			displayOptions,
			options: fc.array(tie('property'), { maxLength: 4 }),
		}),
		fc.record({
			...plain,
			type: fc.constant('fixedCollection'),
			options: fc.array(fc.record({ values: fc.array(tie('property'), { maxLength: 3 }) }), {
				maxLength: 2,
			}),
		}),
	),
}));

/** The form that a process reads from its file. */
function read(text: string): unknown {
	const value = JSON.parse(text) as Stored;
	return 'parts' in value ? restored(value) : value;
}

test('a form is read as it was stored, whichever parts its properties repeat', () => {
	const forms = fc.record({
		properties: fc.array(property, { maxLength: 12 }),
		subtitle: fc.string(),
	});
	fc.assert(
		fc.property(forms, (form) => {
			const text = storedText(form);
			expect(read(text)).toEqual(JSON.parse(JSON.stringify(form)));
		}),
	);
});

test('a repeated part is stored once', () => {
	const part = { show: { operation: ['getManyValidators'] } };
	const properties = Array.from({ length: 20 }, (_, at) => ({
		name: `property${at}`,
		type: 'string',
		displayOptions: part,
	}));
	const text = storedText({ properties });
	expect(text.match(/getManyValidators/g)).toHaveLength(1);
	const form = read(text) as { properties: Property[] };
	expect(form.properties[19].displayOptions).toBe(form.properties[0].displayOptions);
});

test('the build refuses a repeated part in a place where it would not be restored', () => {
	const hidden = { displayOptions: { show: { operation: ['a'] } } };
	const properties = [{ name: 'one', type: 'options', options: [hidden, hidden] }];
	expect(() => storedText({ properties })).toThrow('is not restored');
});
