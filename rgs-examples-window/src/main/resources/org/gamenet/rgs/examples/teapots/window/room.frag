varying float v_up;
void main() {
    gl_FragColor = vec4(mix(vec3(0.40, 0.31, 0.29), vec3(0.12, 0.10, 0.15), smoothstep(0.30, 1.0, v_up)), 1.0);
}
