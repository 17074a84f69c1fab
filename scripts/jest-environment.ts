import { TestEnvironment } from 'jest-environment-node';
import vm from 'node:vm';

const { createContext } = vm;

/**
 * jest's environment of Node.js with a context of its own for each file, as always, but an ordinary
 * one: jest puts a proxy behind the global object, which makes each look at a global, `Math` or
 * `Array`, some hundred times slower. The proxy only helps jest to empty the globals of a file that
 * has ended.
 */
export default class PlainEnvironment extends TestEnvironment {
	constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
		vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
		try {
			super(...given);
		} finally {
			vm.createContext = createContext;
		}
	}
}
