'use strict';

const { statSync } = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Modules of this process by file: when the file was written, its code, and the compiled code. */
const modules = new Map();

/**
 * Modules that take long to load, or to compute what depends on their arguments alone, with their exports: one instance
 * for all files of tests. Proofs of possession take 20 ms each; blst, native code, looks for its file for 5 ms.
 */
const shared = new Map(
	[path.resolve(__dirname, '../emulator/world/bls.ts'), require.resolve('@chainsafe/blst')].map(
		(file) => [file, undefined],
	),
);

/**
 * jest's runtime, which reads and compiles a module once in a process: jest does so again for each file of tests.
 * Each file of tests has its own instance of a module, as always.
 */
module.exports = class CompilingOnce extends Runtime {
	constructor(...given) {
		super(...given);
		const { cjsLoader, executor, transformCache } = this;

		const transform = transformCache.transform.bind(transformCache);
		transformCache.transform = (file, options) => {
			const { mtimeMs } = statSync(file);
			let module = modules.get(file);
			if (module?.mtimeMs !== mtimeMs) {
				const code = transform(file, options);
				module = { mtimeMs, code, transformed: transformCache.transforms.get(file) };
				modules.set(file, module);
			}
			const { transformed } = module;
			if (transformed !== undefined) transformCache.transforms.set(file, transformed);
			if (transformed?.sourceMapPath)
				transformCache.sourceMaps.set(file, transformed.sourceMapPath);
			return module.code;
		};

		const load = cjsLoader.loadModule.bind(cjsLoader);
		cjsLoader.loadModule = (module, from, name, file, ...rest) => {
			const exports = shared.get(file);
			if (exports) {
				Object.assign(module, { exports, loaded: true });
				return;
			}
			load(module, from, name, file, ...rest);
			if (shared.has(file)) shared.set(file, module.exports);
		};

		const compile = executor.compile.bind(executor);
		const start = `(function (${executor.injectedModuleParameters.join()}) {`;
		executor.compile = (code, file) => {
			const context = this._environment.getVmContext();
			const module = modules.get(file);
			if (context === null || module?.code !== code) return compile(code, file);
			try {
				module.compiled ??= new vm.Script(`${start}${code}\n})`, {
					filename: file,
					columnOffset: -start.length,
				});
			} catch {
				// Throws jest's own error.
				return compile(code, file);
			}
			return module.compiled.runInContext(context);
		};
	}
};
