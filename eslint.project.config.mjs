import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// The project's own rules for everything. What is shipped is checked against n8n's rules as well, by
// eslint.config.mjs, which n8n's strict mode wants unchanged.

const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const hostGlobals = ['process', 'global', 'globalThis', '__dirname', '__filename', 'fetch'];

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
		files: ['**/*.mjs', '**/*.js'],
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
							regex: '^(?!zod/v4$|node:crypto$|\\.)',
							message: 'core imports only zod/v4, node:crypto and itself.',
						},
						noImportsFrom('nodes', 'credentials', 'emulator', 'lambdas', 'test', 'scripts'),
					],
				},
			],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			'no-console': 'error',
			'no-restricted-globals': ['error', ...timers, ...hostGlobals],
			'no-restricted-imports': [
				'error',
				{ patterns: [noImportsFrom('emulator', 'lambdas', 'test', 'scripts')] },
			],
		},
	},
	{
		files: ['emulator/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [noImportsFrom('nodes', 'credentials', 'lambdas', 'test', 'core/protocol')] },
			],
		},
	},
	{
		// The second opinion on the declarations: nothing of theirs goes into it.
		files: ['spec/**/*.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [noImportsFrom('core', 'nodes', 'credentials', 'emulator', 'lambdas', 'test')] },
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
