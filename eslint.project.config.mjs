import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// The project's own rules for everything. What is shipped is checked against n8n's rules as well, by
// eslint.config.mjs, which n8n's strict mode wants unchanged.

const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const hostGlobals = ['process', 'global', 'globalThis', '__dirname', '__filename', 'fetch'];

/** What an emulator may import from the core: encodings, never declarations. */
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

/** Code outside of the core imports only its index. */
const byTheIndex = {
	regex: '^(\\.{1,2}/)+core/',
	message: 'Import what core/index.ts exports: docs/architecture.md lists the exceptions.',
};

/** Folders a file may not import from, so that arrows in docs/architecture.md run one way. */
function noImportsFrom(...folders) {
	return {
		group: folders.flatMap((folder) => [`**/${folder}/**`, `**/${folder}`]),
		message: 'The arrows run one way: nodes, lambdas and emulator use core, never each other.',
	};
}

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
		rules: {
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
		rules: {
			'no-console': 'error',
			'no-restricted-globals': ['error', ...timers, ...hostGlobals],
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '^(?!zod/v4$|@scure/base$|@noble/hashes/sha3\\.js$|ipaddr\\.js$|node:crypto$|\\.)',
							message: 'core imports only zod/v4, @scure/base, @noble/hashes, ipaddr.js, node:crypto and itself.',
						},
						noImportsFrom('nodes', 'credentials', 'emulator', 'lambdas', 'test', 'scripts'),
						{
							regex: '^(\\.{1,2}/)+(connect|index|transports/.*)$|^\\.{1,2}/?$',
							message: 'n8n loads this file: it must not import a transport.',
						},
					],
				},
			],
		},
	},
	{
		// The client with the default transport and clock, for other programs.
		files: ['core/transports/**/*.ts', 'core/connect.ts', 'core/index.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						noImportsFrom('nodes', 'credentials', 'emulator', 'lambdas', 'test', 'scripts'),
					],
				},
			],
		},
	},
	{
		files: ['core/transports/**/*.ts'],
		rules: { 'no-restricted-globals': 'off' },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			'no-console': 'error',
			'no-restricted-globals': ['error', ...timers, ...hostGlobals],
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						noImportsFrom('emulator', 'lambdas', 'test', 'scripts'),
						{
							regex: '^(\\.{1,2}/)+core(/index|/connect|/transports/.*)?$',
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
						byTheIndex,
						noImportsFrom('nodes', 'credentials', 'emulator', 'test', 'scripts'),
					],
				},
			],
		},
	},
	{
		files: ['scripts/**/*.ts'],
		rules: { 'no-restricted-imports': ['error', { patterns: [byTheIndex] }] },
	},
	{
		files: ['emulator/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						byTheIndex,
						{
							regex: '^(\\.{1,2}/)+core$',
							allowImportNames: encodings,
							message:
								'The emulator must not use the declarations: it would repeat their mistakes.',
						},
						noImportsFrom('nodes', 'credentials', 'lambdas', 'test'),
					],
				},
			],
		},
	},
	{
		files: ['test/**/*.ts'],
		ignores: ['test/kit/properties.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ name: 'fast-check', message: 'Import test/kit/properties, which sets the seed.' },
			],
		},
	},
	{
		files: ['test/events/cases/**/*.ts'],
		rules: {
			'no-restricted-globals': [
				'error',
				{ name: 'expect', message: 'Scripts read the cases without jest: write a pattern.' },
			],
		},
	},
	{
		// The independent transcription: it uses no declarations.
		files: ['spec/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [noImportsFrom('core', 'nodes', 'credentials', 'emulator', 'lambdas', 'test')],
				},
			],
		},
	},
	{
		files: ['**/*.js'],
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
