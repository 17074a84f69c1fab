import { catalogue } from '../../core/subjects/catalogue';
import { routesOf } from '../shared/routes';
import * as composed from './composed/all';

/** The operations behind each menu entry. The build replaces this module by its value (scripts/build/values.ts). */
export const routes = routesOf(catalogue, 'avalanche', Object.values(composed));
