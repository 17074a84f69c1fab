import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import comments from './scripts/lint/questionWords.mjs';

// The project's own rules for everything. What is shipped is checked against n8n's rules as well, by
// eslint.config.mjs, which n8n's strict mode wants unchanged.

const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const hostGlobals = ['process', 'global', 'globalThis', '__dirname', '__filename', 'fetch'];

/** Names that the emulator may import from the core: encodings, never declarations. */
const encodings = [
	'bech32Decode',
	'bech32Encode',
	'byteReader',
	'ByteReader',
	'bytesToHex',
	'canonicalSet',
	'cb58Decode',
	'cb58Encode',
	'checksumOf',
	'decodeUnsigned',
	'encodeL1Message',
	'encodePayload',
	'encodeSigned',
	'encodeSigners',
	'encodeUnsigned',
	'hexToBytes',
	'hexWithChecksum',
	'isAddress',
	'hasEvmForm',
	'isEvmHash',
	'isHex',
	'isId',
	'isNodeId',
	'nodeIdOf',
];

/**
 * Code outside of the core imports only its index, which exports the declarations of subjects, units of time, sets of
 * fields, and what tests need.
 */
const byTheIndex = {
	regex: '^(\\.{1,2}/)+core/(?!formats/timeUnits$|fields/fieldSet$|subjects/rooms$|testing/)',
	message: 'Import what core/index.ts exports: docs/architecture.md lists the exceptions.',
};

/** Folders that neither the core nor the nodes may import from. */
const TOOLS = ['emulator', 'lab', 'lambdas', 'scripts', 'test'];

/** Folders a file may not import from, so that arrows in docs/architecture.md run one way. */
function noImportsFrom(...folders) {
	return {
		group: folders.flatMap((folder) => [`**/${folder}/**`, `**/${folder}`]),
		message: 'The arrows run one way: nodes, lambdas and emulator use core, never each other.',
	};
}

/** The packages that the core and the declarations of operations may import. */
const corePackages = {
	regex:
		'^(?!zod/v4$|@scure/base$|@noble/hashes/(sha3|utils|legacy)\\.js$|@noble/curves/secp256k1\\.js$|ipaddr\\.js$|node:crypto$|\\.)',
	message:
		'core and subjects import only zod/v4, @scure/base, @noble/hashes, @noble/curves, ipaddr.js, node:crypto and themselves.',
};

const noTransports = {
	regex:
		'^(\\.{1,2}/)+(core/)?(connect|connectExports|index|transports/.*)$|^\\.{1,2}/?$|^(\\.{1,2}/)+core$',
	message: 'n8n loads this file: it must not import a transport.',
};

/** The parts of a subject that are not shipped. */
const cases = {
	regex: '/(rooms|cases)(/|$)',
	message: 'Cases are not shipped, and check the declarations from outside.',
};

/** Files above a case that are not cases: declarations. */
const above = '(\\.\\./)+(?!(\\w+/)?cases(/|$)|\\.|testing/|formats/timeUnits$)';

/** Cases of a subject are a second opinion: they import no declaration. */
const fromOutside = [
	{
		regex: '^(\\.\\./)+\\.\\.$',
		allowImportNames: encodings,
		message: 'The second opinion must not use the declarations: it would repeat their mistakes.',
	},
	noImportsFrom('nodes', 'credentials', ...TOOLS),
];
const noDeclaration = (regex) => ({
	regex,
	message: 'The second opinion on a declaration must not import it.',
});
/** For a file beside the declarations, and for one in a folder of its own. */
const besidesDeclarations = [noDeclaration(`^\\./(?!cases(/|$))|^${above}`), ...fromOutside];
const belowDeclarations = [noDeclaration(`^${above}`), ...fromOutside];

export default defineConfig(
	globalIgnores([
		'dist',
		'coverage',
		'.cache',
		'**/node_modules',
		'dist-lambdas',
		'infrastructure/cdk.out',
	]),
	js.configs.recommended,
	tseslint.configs.recommended,
	{
		linterOptions: { reportUnusedDisableDirectives: 'error' },
		plugins: { comments },
		rules: {
			'comments/question-words': 'error',
			// The input checks look for control characters on purpose.
			'no-control-regex': 'off',
			eqeqeq: 'error',
			'no-eval': 'error',
			'no-implied-eval': 'error',
			'no-new-func': 'error',
			'no-var': 'error',
			'prefer-const': 'error',
			'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
			'@typescript-eslint/consistent-type-imports': [
				'error',
				{ fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
			],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
		},
	},
	{
		files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
		languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
	},
	{
		files: ['core/**/*.ts'],
		ignores: [
			'core/testing/**',
			'core/subjects/rooms.ts',
			'core/subjects/*/cases.ts',
			'core/subjects/*/cases/**',
			'core/subjects/events/*/cases.ts',
			'core/subjects/events/*/cases/**',
		],
		rules: {
			'no-console': 'error',
			'no-restricted-globals': ['error', ...timers, ...hostGlobals, 'Buffer'],
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						corePackages,
						noImportsFrom('nodes', 'credentials', 'testing', ...TOOLS),
						noTransports,
						cases,
					],
				},
			],
		},
	},
	{
		// The parts that all operations are made of import no operation.
		files: ['core/{abi,fields,formats,operations,protocol,transactions,warp}/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						corePackages,
						noImportsFrom('nodes', 'credentials', 'subjects', ...TOOLS),
						noTransports,
					],
				},
			],
		},
	},
	{
		files: ['core/subjects/*/cases.ts', 'core/subjects/events/*/cases.ts'],
		rules: {
			'no-restricted-imports': ['error', { patterns: besidesDeclarations }],
		},
	},
	{
		files: ['core/subjects/*/cases/**/*.ts', 'core/subjects/events/*/cases/**/*.ts'],
		rules: {
			'no-restricted-imports': ['error', { patterns: belowDeclarations }],
		},
	},
	{
		// The client with the default transport and clock, for other programs.
		files: [
			'core/transports/**/*.ts',
			'core/commands/command.ts',
			'core/connect.ts',
			'core/connectExports.ts',
			'core/index.ts',
		],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [noImportsFrom('nodes', 'credentials', ...TOOLS)],
				},
			],
		},
	},
	{
		files: ['core/transports/**/*.ts', 'core/commands/command.ts'],
		rules: { 'no-restricted-globals': 'off', 'no-console': 'off' },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		ignores: ['nodes/*/composed/*/*/example.ts'],
		rules: {
			'no-console': 'error',
			'no-restricted-globals': ['error', ...timers, ...hostGlobals],
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						noImportsFrom(...TOOLS),
						{
							regex: '^(\\.{1,2}/)+core(/index|/connect|/connectExports|/transports/.*)?$',
							message:
								'Not in the package for n8n; and one operation is loaded, not the catalogue.',
						},
					],
				},
			],
		},
	},
	{
		files: ['lambdas/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						noImportsFrom('nodes', 'credentials', ...TOOLS.filter((name) => name !== 'lambdas')),
					],
				},
			],
		},
	},
	{
		files: [
			'scripts/**/*.ts',
			'lab/campaigns/*.ts',
			'lab/campaigns/{scale,soak}/**/*.ts',
			'lab/opinions/*.ts',
			'lab/opinions/{live,realNode}/**/*.ts',
		],
		ignores: [
			'lab/opinions/realNode/{kinds,seeded}.ts',
			'lab/opinions/{alertmanager,promtool}.ts',
			'scripts/build/{prometheus,versions}.ts',
		],
		rules: { 'no-restricted-imports': ['error', { patterns: [byTheIndex] }] },
	},
	{
		files: ['emulator/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							...byTheIndex,
							regex: '^(\\.{1,2}/)+core/(?!formats/timeUnits$|testing/)',
						},
						{
							regex: '^(\\.{1,2}/)+core$',
							allowImportNames: encodings,
							message:
								'The emulator must not use the declarations: it would repeat their mistakes.',
						},
						noImportsFrom('nodes', 'credentials', ...TOOLS.filter((name) => name !== 'emulator')),
					],
				},
			],
		},
	},
	{
		files: ['test/**/*.ts', 'lab/kit/**/*.ts', 'core/testing/**/*.ts'],
		ignores: ['core/testing/properties.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ name: 'fast-check', message: 'Import core/testing/properties, which sets the seed.' },
			],
		},
	},
	{
		files: ['core/testing/network/**/*.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: fromOutside }] },
	},
	{
		files: ['core/subjects/events/*/cases.ts', 'core/subjects/events/*/cases/**/*.ts'],
		rules: {
			'no-restricted-globals': [
				'error',
				{ name: 'expect', message: 'Scripts read the cases without jest: write a pattern.' },
			],
		},
	},
	{
		// The independent transcription: it uses no declarations.
		files: ['emulator/spec/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{ ...byTheIndex, regex: '^(\\.{1,2}/)+core($|/(?!subjects/rooms$|testing/))' },
						noImportsFrom('nodes', 'credentials', ...TOOLS),
					],
				},
			],
		},
	},
	{
		files: ['**/*.js', '**/*.cjs'],
		languageOptions: {
			sourceType: 'commonjs',
			globals: {
				require: 'readonly',
				module: 'writable',
				process: 'readonly',
				__dirname: 'readonly',
			},
		},
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
);
