import { menuOf } from '../shared/menu';
import { forms } from './forms';

/** The parameters of the node. The build replaces this module by its value (scripts/build/values.ts). */
export const properties = menuOf(forms);
